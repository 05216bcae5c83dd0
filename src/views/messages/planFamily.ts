import { counted } from './counted.ts'

const zh = {
  title: '事先说好的比较',
  text: '结论只建在这些比较上：它们一起做 Holm 校正，看的都是上面的主指标。别的比较运行之后也能看，但都标为“探索性”。',
  pairs: '比较哪些运行',
  one: '只有一次运行答主指标的任务，没有可比的。',
  options: {
    none: '不比较',
    allPairs: '两两都比',
    againstMethod: (method: string) => `同一模型里，别的方法都和“${method}”比`,
    againstRun: (method: string, model: string) => `别的运行都和“${model} · ${method}”比`,
  },
  count: (n: string) => `一共 ${n} 个比较`,
  pair: (run: string, baseline: string) => `${run}，对 ${baseline}`,
  controls: '对照',
  controlsText: '对照不进 Holm 的家族（“只有步骤”除外：它本身也是一种用得上的方法）。每组对照的几次运行合在一起看，问的是：换成没有意义的东西，差别是不是小到可以说没有。',
  control: {
    arbitrary: (method: string, n: string) => `“${method}”对 ${n} 个假矩阵`,
    permuted: (method: string, n: string) => `“${method}”对 ${n} 个换名矩阵`,
    structure: (method: string) => `“${method}”对“只有步骤”`,
    shuffled: (method: string) => `“${method}”对同样的标注打乱后再告知`,
  },
  margin: '多小算没有差别（个百分点）',
  marginHint: '差值的区间整个落在正负这么多以内，才说“没有差别”；看了结果再定就不算数。',
  marginOdd: (points: string) => `要 0.1 到 50 之间的数；现在按 ${points} 算`,
  alone: {
    structure: '计划里有“只有步骤”，却没有它对照的“先分析再走矩阵”：两者都跑才比得出。',
    shuffled: '计划里有告知打乱的标注的方法，却没有它对照的告知标注的方法：两者都跑才比得出。',
  },
}

const en: typeof zh = {
  title: 'Comparisons named beforehand',
  text: 'Conclusions rest on these alone: Holm’s correction is taken over them, and each is by the primary figure above. Any other comparison can be looked at after the run, and is called exploratory.',
  pairs: 'Which runs are compared',
  one: 'Only one run answers the primary figure’s task: there is nothing to compare.',
  options: {
    none: 'none',
    allPairs: 'every pair',
    againstMethod: (method) => `within each model, every other method against “${method}”`,
    againstRun: (method, model) => `every other run against “${model} · ${method}”`,
  },
  count: (n) => `Comparisons in all: ${n}`,
  pair: (run, baseline) => `${run} against ${baseline}`,
  controls: 'Controls',
  controlsText: 'Controls are no part of Holm’s family (but for “Structure only”, which is a method in its own right). The runs of one kind of control are read together, and the question is: with what means nothing in its place, is the difference so small that it may be called none?',
  control: {
    arbitrary: (method, n) => `“${method}” against ${counted(n, 'sham matrix', 'sham matrices')}`,
    permuted: (method, n) => `“${method}” against ${counted(n, 'matrix', 'matrices')} with permuted names`,
    structure: (method) => `“${method}” against “Structure only”`,
    shuffled: (method) => `“${method}” against the same labels told shuffled`,
  },
  margin: 'How little counts as no difference (points)',
  marginHint: '“No different” is said only where the whole interval of the difference lies within plus or minus this; naming it after the results is worth nothing.',
  marginOdd: (points) => `must be a number from 0.1 to 50; now ${points} is taken`,
  alone: {
    structure: '“Structure only” is in the plan without “Matrix-guided, with reasoning”, whose control it is: both must run to be compared.',
    shuffled: 'A method that is told shuffled labels is in the plan without the one that is told the gold, whose control it is: both must run to be compared.',
  },
}

export const planFamilyMessages = { zh, en }
