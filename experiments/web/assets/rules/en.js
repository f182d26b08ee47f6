// The rules of the games in English: paragraphs, and lists of points. They are those of the default options.

const TRICK = 'The higher card of the suit led takes the trick; a trump beats every other suit.';

export default {
    kinderschnapsen: [
        'A hand has twelve cards: queen (12 points), jack (11), 7 and 2 of spades, hearts and diamonds. Each player holds three; one card is turned up and names the trump suit, five lie face down on it as the talon.',
        ['The non-dealer leads the first trick, then the player that took the last one. ' + TRICK,
            'As long as the talon is open any card may be played. After each trick the winner draws, then the other; the last card drawn is the one turned up.',
            'A player on lead may close the talon: no more cards are drawn. When it is closed or used up, the second player must follow suit and beat the card led if possible, else play a trump if possible.',
            'A player that has taken a trick and has 46 points or more may check out. That wins 3 if the other has no point, 2 up to 21, otherwise 1. If no player checks out, the last trick wins 1.'],
        'Both begin with 5 and count down; 0 wins the game. A player may look through the own tricks at any time.',
    ],
    'sixty-six': [
        'Twenty-four cards: ace (11 points), ten (10), king (4), queen (3), jack (2), nine (0). Each player holds six; the open card under the talon names the trump suit.',
        [TRICK + ' After each trick the winner draws first. With an open talon any card may be played; when it is closed or used up, suit must be followed.',
            'On lead a player may announce king and queen of a suit: 20 points, 30 in trumps. One of the two must be led, or the player stops.',
            'The nine of trumps may be exchanged for the open card while more than two cards are left.',
            'A player on lead may close the talon.',
            'A player on lead may stop. With 66 points or more that wins 3 if the other has no trick, 2 up to 32 points, otherwise 1. Below 66 the other wins 3. If neither stops, the last trick wins 1.'],
        'The first to 8 wins the game.',
    ],
    schnapsen: [
        'Twenty cards: ace (11 points), ten (10), king (4), queen (3), jack (2). Each player holds five; the open card under the talon names the trump suit.',
        [TRICK + ' After each trick the winner draws first. With an open talon any card may be played. When it is closed or used up, a player must follow suit and beat if possible, else trump if possible.',
            'On lead a player may announce king and queen of a suit: 20 points, 40 in trumps; they count once the player has a trick.',
            'The jack of trumps may be exchanged for the open card by the leader while more than two cards are left.',
            'A player on lead, or that has just taken the last trick, may claim 66: 3 if the other has no trick, 2 below 33 points, otherwise 1. A false claim gives the other 2, or 3 if the other has no trick.',
            'A player on lead may close the talon, and must then claim before the other does. If neither closes nor claims, the last trick wins 1.'],
        'Both begin with 7 and count down; 0 wins the game.',
    ],
    recipippes: [
        'The extended Decktet: 36 cards of one or two suits, four pawns (1 point) and four courts (2 points) of three suits. Three pawns or courts lie open. At the start of a turn one card is drawn; then the player does one of these:',
        ['Draw one more card, from the deck or the top of the discards.',
            'Trade: discard any number of cards, then draw up to as many. With more than ten cards in hand this is the only choice.',
            'Capture an open pawn or court with cards that together show its three suits; none may be superfluous. Choose the target and the cards, in any order.',
            'Steal a captured one with cards that have exactly its suits, supported by at least one more card. The owner may defend with cards worth at least as much as the support.'],
        'When the pile of pawns and courts is used up, each player has one more turn. Most points win; The Excuse, which a stolen-from player gets, decides a tie.',
    ],
    schikanoeschen: [
        'Each player has a deck of 52 cards and three jokers: the main stack A, the discard B, the side stack C, and the board stacks E to H. Eight final stacks D lie in the middle. The player that first has A, B and C empty and no card face down wins.',
        ['Aces begin final stacks; on them goes the same suit upwards. What can go there must go there, first from the board, then from the own stacks.',
            'On the board cards go downwards in alternating colours, one at a time, on either side; any card goes on an empty place or a face-down card. On stacks B and C of the other go neighbours of the same suit.',
            'A card may be turned over from the main stack and is then in hand; putting it on the own discard ends the turn. Face-down tops of the own board may be turned up, jokers may leave the game.',
            'A player that misses a duty can be knocked at: click on Knock (K). If the knock was right, the knocking player keeps or reverts the move and has the turn. The second false knock loses.'],
        'Click a card, then the place to which it goes. What has to be done is never marked.',
    ],
    'klondike-chess': [
        'Black (clubs, spades) moves first, red has hearts and diamonds. Each player lays four cards of its colour face down on its start spaces; the other cards are the draw pile. A turn is one of these:',
        ['Turn over an own card. Move a face-up stack with an own card in it: ace and king one step, jack as a knight, queen in a line, 2 to 10 so many steps, each turn at most 90 degrees, over all that lies there.',
            'Transfer one card from either end of a stack to a neighbouring stack where it fits (next value, other colour), or to an empty square.',
            'Add the top of the waste to a start space of its colour. Draw a card to the waste; turn the waste over when the pile is empty. Pass, if an own stack has an ace.',
            'Transfer to the enemy throne: an ace of the own colour, then the same suit upwards.'],
        'The king on the enemy throne wins, unless the other never had a king. A player that brings about a position for the third time loses.',
    ],
    kuhn: ['Each player antes 1 and gets one of the cards J, Q, K. A player may pass or bet 1; after a bet the other passes (folds) or bets (calls). The higher card wins the pot.'],
    leduc: ['Six cards: J, Q, K of two suits. Each antes 1 and gets a card; a round of betting by 2, at most two raises; then a card is opened, and a round by 4. A pair with the open card wins, else the higher card.'],
    'generic-poker': ['As Leduc poker, with ranks, copies of each, sizes of bets, raises and rounds as the options say.'],
    'liars-dice': ['Each player rolls in secret. In turn they bid how many dice of a face there are among all; each bid is higher. The highest face is wild. A player that does not believe the last bid says so: if it was too high, its bidder loses.'],
    goofspiel: ['For each prize both bid a card in secret; the higher bid wins the prize, a tie loses it. The bids are not shown, only who won. More points of prizes win.'],
    'phantom-ttt': ['Three in a row wins. A player does not see where the other moved, and learns that a square is taken by trying it; then another try follows.'],
    'dark-hex': ['Each player connects its two sides of the board. A player does not see where the other moved, and learns that a cell is taken by trying it; then another try follows.'],
};
