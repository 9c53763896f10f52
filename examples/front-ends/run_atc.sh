#!/bin/bash
atc --model=m.onnx --framework=5 --output=m --soc_version=Ascend310P3 \
  --op_select_implmode=high_performance --optypelist_for_implmode="Gelu" --precision_mode=allow_mix_precision --tiling_schedule_optimize=1 --log=error
