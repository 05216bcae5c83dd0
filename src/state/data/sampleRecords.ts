/** How many records public/samples/stance-sample.jsonl has (its test counts them). */
export const SAMPLE_RECORDS = 126
