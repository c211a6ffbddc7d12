"""Monte Cristo: marbles on a slide decide who acts, hunters queue in dungeons, treasures are sold at the market."""
