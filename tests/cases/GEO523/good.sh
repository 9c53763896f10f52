#!/bin/bash
atc --model=m.onnx --framework=5 --output=m \
    --soc_version=Ascend310P3

# --log=debug
atc --model=n.onnx --framework=5 --output=n --soc_version=Ascend310P3 \
    --precision_mode_v2=origin
