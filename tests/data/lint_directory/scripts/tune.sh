#!/bin/bash
aoe --job_type=2 --model=model.onnx --framework=5 --output=tuned \ 
    --op_precision_mode=op_precision.ini
atc --model=model.onnx --framework=5 --output=tuned --soc_version=ascend910b3 \
    --precision_mode=“allow_mix_precision” --precision_mode_v2=mixed_float16 --core_type=VectorCore
