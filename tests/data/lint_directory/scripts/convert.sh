#!/bin/bash
set -e
# one model for each batch size
for batch in 1 4 8; do
    atc --model=model.onnx --framework=5 --output=out/model_bs${batch} --soc_version=Ascend310P3 \
        --input_shape="image:${batch},3,224,224" --log=error \
        --op_select_implmode=high_precision --optypelist_for_implmode=Gelu,Sigmoid
done
