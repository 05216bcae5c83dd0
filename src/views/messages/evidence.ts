const zh = {
  computing: '正在计算…（大的数据要一会儿，别的页面可以照常看）',
  failed: '这些数字算不出来',
  baselines: '与没有模型的基线并排（最常见的标签、字 n-gram、查表）',
  runs: '运行',
  runsHint: '同一份数据上的运行；一起看的数字只在它们都有答案的样本上算',
  otherPlan: (name: string) => `计划 ${name}`,
  dev: '基线在哪里拟合',
  crossFitted: '交叉拟合（没有指定开发集）',
  ownDev: (name: string) => `${name} 的开发部分`,
  saveFigure: '保存图和图注',
  copyAs: '复制为',
  chosenRuns: (n: string, all: string) => `${n} / ${all} 次运行`,
}
const en: typeof zh = {
  computing: 'Computing … (large data take a while; other parts can be read meanwhile)',
  failed: 'These figures cannot be made',
  baselines: 'Beside baselines without a model (majority, character n-grams, lookup)',
  runs: 'Runs',
  runsHint: 'Runs over the same dataset; figures that set them side by side rest on the samples that all of them answered',
  otherPlan: (name) => `plan ${name}`,
  dev: 'Baselines fitted on',
  crossFitted: 'the tested data, cross-fitted (no dev set named)',
  ownDev: (name) => `the development part of ${name}`,
  saveFigure: 'Save the figure with its caption',
  copyAs: 'Copy as',
  chosenRuns: (n, all) => `${n} of ${all} runs`,
}
export const evidenceMessages = { zh, en }
