#!/bin/bash
atc --model=resnet50.onnx --framework=5 --output=resnet50 --soc_version=Ascend310P3 \
    --input_shape="actual_input_1:1,3,224,224"
