"""A doctor for functions of your own that answer the questions of an assignment.

Each of the five assignments has an object with `check(function)`: it asks the function the questions on which
everybody may try a program, judges the answers by the code that marks, and names the mistake where one explains them.

>>> from plyground import courses
>>> result = courses.cs3243.check(lambda request: "A1A1")
>>> result.passed, result.right, result.cases[0].verdict
(False, 0, 'illegal')
"""

from plyground.courses._check import (
    Case,
    Checkup,
    Course,
    Observer,
    comp3608,
    cs431,
    cs3243,
    cs4750,
    max_connect_four,
)

__all__ = [
    "Case",
    "Checkup",
    "Course",
    "Observer",
    "comp3608",
    "cs431",
    "cs3243",
    "cs4750",
    "max_connect_four",
]
