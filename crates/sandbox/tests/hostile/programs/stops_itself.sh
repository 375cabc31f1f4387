#!/bin/sh
# Stops without ending.
kill -STOP $$
