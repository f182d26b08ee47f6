// The rules of the games in German: paragraphs, and lists of points. They are those of the default options.

const TRICK = 'Die höhere Karte der ausgespielten Farbe macht den Stich; ein Trumpf schlägt jede andere Farbe.';

export default {
    kinderschnapsen: [
        'Zwölf Karten: Dame (12 Punkte), Bube (11), 7 und 2 in Pik, Herz und Karo. Jede Seite hat drei; eine Karte wird aufgedeckt und bestimmt den Trumpf, fünf liegen verdeckt darauf: der Talon.',
        ['Zuerst spielt aus, wer nicht gegeben hat, danach wer den letzten Stich machte. ' + TRICK,
            'Solange der Talon offen ist, darf jede Karte gespielt werden. Nach jedem Stich zieht zuerst die Seite, die ihn gemacht hat; die aufgedeckte Karte wird zuletzt gezogen.',
            'Wer ausspielt, darf vorher zudrehen: Dann wird nicht mehr gezogen. Ist der Talon zugedreht oder aufgebraucht, muss bedient und wenn möglich gestochen werden, sonst getrumpft.',
            'Nach einem eigenen Stich darf man sich mit 46 Punkten oder mehr ausmelden. Das gewinnt 3, wenn die andere Seite keinen Punkt hat, 2 bis 21, sonst 1. Meldet sich niemand aus, gewinnt der letzte Stich 1.'],
        'Beide beginnen mit 5 und zählen abwärts; wer 0 erreicht, gewinnt das Spiel. Die eigenen Stiche darf man jederzeit ansehen.',
    ],
    'sixty-six': [
        'Vierundzwanzig Karten: Ass (11 Punkte), Zehn (10), König (4), Dame (3), Bube (2), Neun (0). Jede Seite hat sechs; die offene Karte unter dem Talon bestimmt den Trumpf.',
        [TRICK + ' Nach jedem Stich zieht zuerst, wer ihn gemacht hat. Bei offenem Talon darf jede Karte gespielt werden; ist er zugedreht oder aufgebraucht, muss Farbe bedient werden.',
            'Wer ausspielt, darf König und Dame einer Farbe ansagen: 20 Punkte, in Trumpf 30. Danach wird eine der beiden gespielt oder gestoppt.',
            'Die Trumpf-Neun darf gegen die offene Karte getauscht werden, solange mehr als zwei Karten im Talon sind.',
            'Wer ausspielt, darf zudrehen.',
            'Wer ausspielt, darf stoppen. Mit 66 Punkten oder mehr gewinnt das 3, wenn die andere Seite keinen Stich hat, 2 bis 32 Punkte, sonst 1. Unter 66 gewinnt die andere Seite 3. Stoppt niemand, gewinnt der letzte Stich 1.'],
        'Wer zuerst 8 hat, gewinnt das Spiel.',
    ],
    schnapsen: [
        'Zwanzig Karten: Ass (11 Punkte), Zehn (10), König (4), Dame (3), Bube (2). Jede Seite hat fünf; die offene Karte unter dem Talon bestimmt den Trumpf.',
        [TRICK + ' Nach jedem Stich zieht zuerst, wer ihn gemacht hat. Bei offenem Talon darf jede Karte gespielt werden. Ist er zugedreht oder aufgebraucht, gilt Farb- und Stichzwang, sonst Trumpfzwang.',
            'Wer ausspielt, darf König und Dame einer Farbe ansagen: 20 Punkte, in Trumpf 40; sie zählen, sobald man einen Stich hat.',
            'Wer ausspielt, darf den Trumpf-Buben gegen die offene Karte tauschen, solange mehr als zwei Karten im Talon sind.',
            'Wer ausspielt oder gerade den letzten Stich gemacht hat, darf sich mit 66 ausmelden: 3, wenn die andere Seite keinen Stich hat, 2 unter 33 Punkten, sonst 1. Eine falsche Meldung gibt der anderen Seite 2, ohne Stich 3.',
            'Wer ausspielt, darf zudrehen und muss sich dann als Erste ausmelden. Dreht niemand zu und meldet sich niemand aus, gewinnt der letzte Stich 1.'],
        'Beide beginnen mit 7 und zählen abwärts; wer 0 erreicht, gewinnt das Spiel.',
    ],
    recipippes: [
        'Das erweiterte Decktet: 36 Karten mit einer oder zwei Farben, vier Bauern (1 Punkt) und vier Höfe (2 Punkte) mit drei Farben. Drei Bauern oder Höfe liegen aus. Ein Zug beginnt mit einer gezogenen Karte; dann tut man eines davon:',
        ['Noch eine Karte ziehen, vom Deck oder oben von der Ablage.',
            'Tauschen: beliebig viele Karten ablegen, dann höchstens so viele ziehen. Mit mehr als zehn Karten ist nur das erlaubt.',
            'Einen ausliegenden Bauern oder Hof erobern mit Karten, die zusammen seine drei Farben zeigen; keine darf überflüssig sein. Ziel und Karten in beliebiger Reihenfolge wählen.',
            'Einen eroberten stehlen mit Karten, die genau seine Farben haben, unterstützt von mindestens einer weiteren. Wer ihn besitzt, darf mit Karten verteidigen, die mindestens so viel wert sind wie die Unterstützung.'],
        'Ist der Stapel der Bauern und Höfe aufgebraucht, hat jede Seite noch einen Zug. Die meisten Punkte gewinnen; bei Gleichstand entscheidet The Excuse, die bekommt, wer bestohlen wurde.',
    ],
    schikanoeschen: [
        'Jede Seite hat ein Deck aus 52 Karten und drei Jokern: den Hauptstapel A, die Ablage B, den Seitenstapel C und die Tischstapel E bis H. In der Mitte liegen acht Endstapel D. Wer zuerst A, B und C leer und keine verdeckte Karte mehr hat, gewinnt.',
        ['Asse beginnen Endstapel; darauf kommt dieselbe Farbe aufwärts. Was dorthin passt, muss dorthin, zuerst vom Tisch, dann von den eigenen Stapeln.',
            'Auf dem Tisch geht es abwärts in wechselnden Farben, eine Karte nach der anderen, auf beiden Seiten; auf leere Plätze und verdeckte Karten passt jede. Auf B und C der anderen Seite passen Nachbarn derselben Farbe.',
            'Vom Hauptstapel darf eine Karte umgedreht werden und ist dann in der Hand; auf der eigenen Ablage beendet sie den Zug. Verdeckte oberste Karten des eigenen Tisches dürfen aufgedeckt werden, Joker aus dem Spiel gehen.',
            'Übersieht jemand eine Pflicht, darf die andere Seite klopfen (K). War das richtig, bleibt der Zug oder wird zurückgenommen, und wer geklopft hat, ist am Zug. Das zweite falsche Klopfen verliert.'],
        'Klick auf eine Karte, dann auf den Platz, an den sie geht. Was getan werden muss, wird nie markiert.',
    ],
    'klondike-chess': [
        'Schwarz (Kreuz, Pik) beginnt, Rot hat Herz und Karo. Jede Seite legt vier Karten ihrer Farbe verdeckt auf ihre Startfelder; die anderen Karten sind der Ziehstapel. Ein Zug ist eines davon:',
        ['Eine eigene Karte umdrehen. Einen offenen Stapel mit einer eigenen Karte ziehen: Ass und König einen Schritt, Bube wie ein Springer, Dame in gerader Linie, 2 bis 10 so viele Schritte mit Wendungen von höchstens 90 Grad, über alles hinweg.',
            'Eine Karte von einem Ende eines Stapels auf einen Nachbarstapel legen, wo sie passt (nächster Wert, andere Farbe), oder auf ein leeres Feld.',
            'Die oberste Karte der Ablage an ein Startfeld ihrer Farbe anlegen. Eine Karte auf die Ablage ziehen; die Ablage umdrehen, wenn der Stapel leer ist. Passen, wenn ein eigener Stapel ein Ass hat.',
            'Auf den feindlichen Thron legen: ein Ass der eigenen Farbe, dann dieselbe Farbe aufwärts.'],
        'Der König auf dem feindlichen Thron gewinnt, außer die andere Seite hatte nie einen König. Wer eine Stellung zum dritten Mal herbeiführt, verliert.',
    ],
    kuhn: ['Jede Seite zahlt 1 und bekommt eine der Karten J, Q, K. Man passt oder setzt 1; nach einem Einsatz steigt die andere Seite aus (passen) oder geht mit (setzen). Die höhere Karte gewinnt den Topf.'],
    leduc: ['Sechs Karten: J, Q, K in zwei Farben. Jede Seite zahlt 1 und bekommt eine Karte; eine Runde mit Einsätzen von 2, höchstens zwei Erhöhungen; dann eine offene Karte und eine Runde mit 4. Ein Paar mit der offenen Karte gewinnt, sonst die höhere Karte.'],
    'generic-poker': ['Wie Leduc-Poker, mit Rängen, Anzahl, Einsätzen, Erhöhungen und Runden nach den Regelvarianten.'],
    'liars-dice': ['Jede Seite würfelt verdeckt. Abwechselnd wird geboten, wie viele Würfel mit einer Augenzahl es insgesamt gibt, immer höher. Die höchste Augenzahl ist Joker. Wer das letzte Gebot nicht glaubt, sagt es: War es zu hoch, verliert, wer es abgab.'],
    goofspiel: ['Für jeden Preis bieten beide verdeckt eine Karte; das höhere Gebot gewinnt ihn, bei Gleichstand verfällt er. Gezeigt wird nur, wer gewonnen hat. Mehr Punkte an Preisen gewinnen.'],
    'phantom-ttt': ['Drei in einer Reihe gewinnen. Man sieht nicht, wohin die andere Seite gesetzt hat, und erfährt nur durch einen Versuch, dass ein Feld besetzt ist; dann folgt ein weiterer.'],
    'dark-hex': ['Jede Seite verbindet ihre zwei Ränder des Bretts. Man sieht nicht, wohin die andere Seite gesetzt hat, und erfährt nur durch einen Versuch, dass ein Feld besetzt ist; dann folgt ein weiterer.'],
};
