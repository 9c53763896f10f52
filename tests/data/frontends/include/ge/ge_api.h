#pragma once
#include "ge/recorder.h"

namespace ge {
using Status = uint32_t;
constexpr Status SUCCESS = 0;

inline Status GEInitialize(const Options &options) {
  Record("ge_initialize", options);
  return SUCCESS;
}

class Session {
 public:
  explicit Session(const Options &options) { Record("session", options); }
  Status AddGraph(uint32_t, const Graph &, const Options &options) {
    Record("graph", options);
    return SUCCESS;
  }
};
}  // namespace ge
