"""Monte Cristo: marbles on a slide decide who acts, hunters queue in dungeons, treasure is sold at the market."""
