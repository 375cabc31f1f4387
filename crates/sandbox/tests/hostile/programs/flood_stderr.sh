#!/bin/sh
# Complains without end.
exec yes 'something is wrong with me' >&2
