#!/bin/sh
# Tries to write a page.
echo '<script>alert(1)</script><img src=x onerror=alert(2)>'
