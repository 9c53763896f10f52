#pragma once
#include "ge/recorder.h"

namespace ge {
using graphStatus = uint32_t;
constexpr graphStatus GRAPH_SUCCESS = 0;
struct ModelBufferData {};

inline graphStatus aclgrphBuildInitialize(Options &options) {
  Record("build_initialize", options);
  return GRAPH_SUCCESS;
}

inline graphStatus aclgrphBuildModel(const Graph &, const Options &options, ModelBufferData &) {
  Record("build_model", options);
  return GRAPH_SUCCESS;
}
}  // namespace ge
