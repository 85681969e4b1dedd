"""The box in a virtual machine: the real package on real drivers, without a Pi."""
