#!/missing/interpreter
echo 3
