#!/bin/bash
atc --model=m.onnx --framework=5 --output=m \ 
    --soc_version=Ascend310P3

atc --model=n.onnx --framework=5 --output=n --soc_version=Ascend310P3 \
    # --log=debug \
    --precision_mode_v2=origin
atc --model=o.onnx --framework=5 --output=o --soc_version=Ascend310P3
    --precision_mode_v2=origin
