#!/bin/sh
# Four processes that use CPU time, each of them less than one may.
spin() { while :; do :; done; }
spin & spin & spin & spin
