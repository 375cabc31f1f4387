print("A2A3")
