#!/bin/sh
# Dies by the signal that is its argument.
kill -"$1" $$
sleep 100
