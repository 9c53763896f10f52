#!/bin/bash
# nothing of the converter here: the match --model of a patch
docker run --rm -it serving:latest --port "${PORT:-8000}"
