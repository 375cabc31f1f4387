#!/bin/sh
# Not hostile: answers what it is asked.
exec cat
