"""Speed beside the peers, as ratios in the same run."""
