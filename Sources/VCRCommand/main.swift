print("vcr")
