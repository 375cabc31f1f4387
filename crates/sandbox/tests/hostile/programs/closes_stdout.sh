#!/bin/sh
# Closes its standard output and lives on.
exec >&-
exec sleep 100
