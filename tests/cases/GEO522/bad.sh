#!/bin/bash
atc --model=m.onnx --framework=5 --output=m --soc_version=Ascend910B3 --op_precision=op_precision.ini
