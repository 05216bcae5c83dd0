/** Quantities by name, so that a signature says what a number is. Plain aliases: they document, they do not box. */
export type Milliseconds = number
/** Milliseconds since 1970-01-01 UTC. */
export type Timestamp = number
export type Bytes = number
export type Tokens = number
/** 0 to 1. */
export type Probability = number
/** Natural logarithm of a probability: -Infinity to 0. */
export type LogProbability = number
/** SHA-256 as 64 lower-case hexadecimal digits. */
export type Sha256 = string
