"""Many runs for one purpose: a matrix of versions and conditions, the search for the version of a change."""
