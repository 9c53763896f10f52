#!/bin/bash
# converts the model given as the first argument
atc --model="$1" --framework=5 --output=model --soc_version=Ascend310P3 \
    --op_select_implmode=high_precision \
    --precision_mode=allow_fp32_to_fp16
