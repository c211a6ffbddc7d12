"""How a game itself behaves when bots play it: what its seats, lengths, rules, cards and spells do."""
