import onnxruntime as ort

OPTIONS = {"device_id": "0", "precision_mode": "must_keep_origin_dtype"}
session = ort.InferenceSession("m.onnx", providers=[("CANNExecutionProvider", OPTIONS), "CPUExecutionProvider"])
