const zh = {
  title: (figure: string) => `主指标“${figure}”得不出结论`,
  why: (asked: string, labels: string) => `要问的 ${asked} 条里，这些标签的标注不到 10 条：${labels}。`,
  list: '对整张标签表取平均的指标这时没有可信的区间：既说不出谁好，也说不出“没有差别”。冻结前换一个主指标，或多抽一些样本。',
  supported: '没有一个标签的标注到 10 条，按它们取的平均也得不出结论。冻结前换一个主指标，或多抽一些样本。',
  label: (label: string, gold: string) => `${label}（${gold}）`,
  instead: (figure: string) => `改用“${figure}”`,
  inSummary: (figure: string) => `“${figure}”在这些样本上得不出结论：见“主指标与读法”。`,
}

const en: typeof zh = {
  title: (figure) => `The primary figure, “${figure}”, can bear no conclusion`,
  why: (asked, labels) => `Of the ${asked} samples that will be asked, fewer than 10 are labelled with each of these: ${labels}.`,
  list: 'A mean over the full list of labels has no interval to be trusted then: it can say neither which run is better nor “no different”. Take another primary figure before the plan is frozen, or draw more samples.',
  supported: 'No label has 10 of them, so a mean over such labels can bear none either. Take another primary figure before the plan is frozen, or draw more samples.',
  label: (label, gold) => `${label} (${gold})`,
  instead: (figure) => `Take “${figure}” instead`,
  inSummary: (figure) => `“${figure}” can bear no conclusion over these samples: see “Primary figure and reading”.`,
}

export const planPrimaryMessages = { zh, en }
