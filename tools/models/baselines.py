"""What every figure is shown beside: the majority class, and logistic regression over character 1-3-grams of the same data."""
import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression


def majority(train_gold: np.ndarray, n: int) -> np.ndarray:
    return np.full(n, np.bincount(train_gold).argmax())


def joined(example: dict) -> str:
    """Text and context as one string."""
    return f"{example['text']} ‖ {example['context']}" if example["context"] else example["text"]


class NGrams:
    """Character 1-3-grams, fitted once on the training texts, asked for several fields."""

    def __init__(self, train: list[dict], asked: list[dict]):
        self.vectoriser = TfidfVectorizer(analyzer="char", ngram_range=(1, 3), sublinear_tf=True, min_df=1 if len(train) < 5000 else 3)
        self.train = self.vectoriser.fit_transform(map(joined, train))
        self.asked = self.transform(asked) if asked else None

    def transform(self, examples: list[dict]):
        return self.vectoriser.transform(map(joined, examples))

    def predictions(self, gold: np.ndarray) -> np.ndarray:
        return regression(self.train, gold).predict(self.asked)


def regression(features, gold: np.ndarray) -> LogisticRegression:
    """Balanced over the classes, for the baseline and for what is compared with it alike. tol is on the mean gradient, which rare
    features move little: a larger one stops before anything is learnt."""
    return LogisticRegression(C=8.0, max_iter=200, tol=1e-6, class_weight="balanced").fit(features, gold)
