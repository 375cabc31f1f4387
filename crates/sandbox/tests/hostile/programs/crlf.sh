#!/bin/sh
# The line end of another system.
printf '3\r\n'
