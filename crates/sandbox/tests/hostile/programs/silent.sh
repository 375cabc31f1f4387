#!/bin/sh
# Says nothing and does not end.
exec sleep 100
