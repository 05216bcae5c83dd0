"""Writes a GGUF file's weights once more as Q8_0: eight bits, as the graph that it is measured against has.

Usage: q8.py FROM.gguf TO.gguf      (wants gguf and numpy; half a minute)
"""
import sys

import numpy as np
from gguf import GGMLQuantizationType, GGUFReader, GGUFValueType, GGUFWriter
from gguf.quants import dequantize, quantize


def main(source, target):
    reader = GGUFReader(source)
    field = reader.fields["general.architecture"]
    writer = GGUFWriter(target, field.contents())
    for name, field in reader.fields.items():
        if name.startswith("GGUF.") or name in ("general.architecture", "general.file_type"):
            continue
        kind = field.types[0]
        inner = field.types[-1] if kind == GGUFValueType.ARRAY else None
        writer.add_key_value(name, field.contents(), kind, sub_type=inner)
    writer.add_file_type(7)  # mostly Q8_0
    for tensor in reader.tensors:
        values = dequantize(tensor.data, tensor.tensor_type)
        if values.ndim >= 2 and values.shape[-1] % 32 == 0:
            writer.add_tensor(tensor.name, quantize(values.astype(np.float32), GGMLQuantizationType.Q8_0), raw_dtype=GGMLQuantizationType.Q8_0)
        else:
            writer.add_tensor(tensor.name, values.astype(np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


main(*sys.argv[1:])
