"""The attacks of the threat list, each as one test with its number in the name."""
