"""COMP3608 as later years ask it: a function for plain minimax, which returns two lines of text."""
from tree import searched


def connect_four_mm(contents, turn, max_depth):
    column, nodes = searched(contents, turn, max_depth, False)
    return f"{column}\n{nodes}"


if __name__ == "__main__":
    # The call of the skeleton, which is no answer.
    print(connect_four_mm(".......,.......,.......,.......,.......,.......", "red", 1))
