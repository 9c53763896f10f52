import onnxruntime as ort

OPTIONS = {"device_id": "0"}
session = ort.InferenceSession("m.onnx", providers=[("CANNExecutionProvider", OPTIONS), "CPUExecutionProvider"])
