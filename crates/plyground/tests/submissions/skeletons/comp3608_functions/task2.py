"""COMP3608 as later years ask it: a function for alpha-beta. It returns a tuple, and says something on its way."""
from tree import searched

print("task 2 is loaded")


def connect_four_ab(contents, turn, max_depth):
    print("searching", contents)
    return searched(contents, turn, max_depth, True)
