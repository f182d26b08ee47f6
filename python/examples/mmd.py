"""Magnetic mirror descent with a network (Sokota et al. 2023), for the programs beside it. Needs PyTorch.

A policy gradient that stays near the policy that has played and near the uniform one, the latter less and less. Thousands
of games are played at once by `VectorEnv`.
"""

import copy
import time

import numpy
import torch
from torch import nn

import hinterhand


class Policy(nn.Module):
    """Logits of the actions and the value for the player to move, from an observation."""

    def __init__(self, inputs, actions, width=64):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.logits, self.value = nn.Linear(width, actions), nn.Linear(width, 1)

    def forward(self, observations, legal):
        body = self.body(observations)
        logits = self.logits(body).masked_fill(~legal, -1e9)
        return torch.log_softmax(logits, -1), self.value(body).squeeze(-1)

    def probabilities(self, batch):
        """What `exploitability_of` and `export_policy` ask for."""
        with torch.no_grad():
            log_policy, _ = self(torch.from_numpy(batch.observations), torch.from_numpy(batch.legal))
        return log_policy.exp().numpy()


def play(env, policy, steps, rng):
    """Some steps of all games: what was seen and done, and what the player to move won in the end. Decisions of games
    that did not end are left away."""
    rows, ends = [], []
    for _ in range(steps):
        observations, legal = env.observations.copy(), env.legal.copy()
        player = env.player.astype(numpy.int64)
        with torch.no_grad():
            log_policy, _ = policy(torch.from_numpy(observations), torch.from_numpy(legal))
        # The largest of the log probabilities with Gumbel noise is a sample.
        noise = rng.gumbel(size=log_policy.shape).astype(numpy.float32)
        actions = (log_policy.numpy() + noise).argmax(axis=1)
        env.step(actions)
        rows.append((observations, legal, actions, log_policy.numpy(), player))
        ends.append((env.done.copy(), env.returns.copy()))
    count = len(env.player)
    won, ended, kept = numpy.zeros((count, env.game.num_players())), numpy.zeros(count, bool), []
    for row, (done, returns) in zip(reversed(rows), reversed(ends)):
        won[done], ended = returns[done], ended | done
        observations, legal, actions, log_policy, player = (part[ended] for part in row)
        kept.append((observations, legal, actions, log_policy, won[numpy.arange(count), row[4]][ended]))
    return [torch.from_numpy(numpy.concatenate(parts)) for parts in zip(*kept)]


def learn(policy, optimiser, batch, magnet, step):
    """One pass over what was played. Winnings are counted in their standard deviations."""
    observations, legal, actions, played, won = batch
    won = (won / won.std()).float()
    for rows in torch.randperm(len(actions)).split(1024):
        log_policy, value = policy(observations[rows], legal[rows])
        chosen = log_policy.gather(1, actions[rows, None]).squeeze(1)
        ratio = (chosen - played[rows].gather(1, actions[rows, None]).squeeze(1)).exp()
        advantage = won[rows] - value.detach()
        probabilities = log_policy.exp()
        count = legal[rows].sum(-1).float()
        # Both divergences are exact sums over the actions.
        to_uniform = (probabilities * log_policy.masked_fill(~legal[rows], 0)).sum(-1) + count.log()
        to_played = (probabilities * (log_policy - played[rows]).masked_fill(~legal[rows], 0)).sum(-1)
        loss = -(ratio.clamp(max=5) * advantage) + magnet * to_uniform + to_played / step
        loss = loss.mean() + 0.5 * (value - won[rows]).square().mean()
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
        optimiser.step()


def train(game, seconds, seed, judge, every=10.0, width=64, steps=12, magnets=(0.26, 0.06), say=print):
    """A policy, and what `judge` says of it on the way: pairs of seconds and its answer. A pass plays `steps` actions in each
    game; the weight of the uniform policy goes from the first of `magnets` to the second."""
    # The network is small: more threads would wait for each other.
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    rng = numpy.random.default_rng(seed)
    env = hinterhand.VectorEnv(game, 1024, seed=seed)
    policy = Policy(env.observations.shape[1], env.legal.shape[1], width)
    # What is judged and handed out: the mean of the weights over the last hundred updates or so, which wavers less.
    mean = copy.deepcopy(policy)
    optimiser = torch.optim.Adam(policy.parameters(), lr=1e-3)
    began, judging, shown, curve, played = time.monotonic(), 0.0, -every, [], 0

    def look(passed):
        nonlocal judging
        before = time.monotonic()
        curve.append((passed, judge(mean)))
        judging += time.monotonic() - before
        say(f"{passed:5.0f} s  {played:9d} decisions  {curve[-1][1]}")

    # The time that judging takes is not time to learn.
    while (passed := time.monotonic() - began - judging) < seconds:
        if passed - shown >= every:
            shown = passed
            look(passed)
        left = 1 - passed / seconds
        for group in optimiser.param_groups:
            group["lr"] = 1e-3 * left + 1e-5
        batch = play(env, policy, steps, rng)
        played += len(batch[0])
        learn(policy, optimiser, batch, magnet=(magnets[0] - magnets[1]) * left + magnets[1], step=1.5)
        with torch.no_grad():
            for slow, fast in zip(mean.parameters(), policy.parameters()):
                slow.lerp_(fast, 0.01)
    look(passed)
    return mean, curve


def compete(game, bots, rounds, seed):
    """Prints how a tournament ends."""
    for bot in hinterhand.tournament(game, bots, rounds=rounds, seed=seed).standings:
        low, high = bot["margin_interval_95"]
        print(f"{bot['bot']:8} wins {bot['margin']:+.3f} a hand (95 %: {low:+.3f} to {high:+.3f})")
