import { counted } from './counted.ts'

const zh = {
  title: '换一种问法',
  text: '好结果可能只是碰巧的措辞。选了就给每个方法各加几次运行，每次只换一样：同样的定义换说法，或换标签顺序，少样本还换一批示例。结果里“换问法”一页把散布和抽样区间放在一起。',
  each: '每种换几次',
  none: '不换',
  times: (n: string) => `各 ${n} 次`,
  added: (n: string) => `多出 ${n} 次运行；它们不进比较的家族。`,
  varied: '各方法换的是什么',
  kinds: {
    wording: (n: string) => `换说法 ${n} 次（开头和作答要求换句话说，定义不动）`,
    labelOrder: (n: string) => `换标签顺序 ${n} 次（列出标签的先后）`,
    shots: (n: string) => `换示例 ${n} 次（按别的种子另抽一批）`,
  },
  nothing: '选中的方法没有可换的问法（对照、提示文件和告知别的运行答案的方法都没有）。',
}

const en: typeof zh = {
  title: 'Ask otherwise too',
  text: 'A good figure may owe itself to one wording. Chosen, this adds some runs to each method, each of which varies one thing: the same definitions in other words, or the labels in another order; of few-shot methods also the examples. The results’ part “Asked otherwise” sets their spread beside the sampling interval.',
  each: 'How many of each',
  none: 'none',
  times: (n) => `${n} of each`,
  added: (n) => `Runs added: ${n}. They are no part of the family of comparisons.`,
  varied: 'What is varied, by method',
  kinds: {
    wording: (n) => `${counted(n, 'other wording')} (how the task and the form are put; definitions stay)`,
    labelOrder: (n) => `${counted(n, 'other label order')} (in which the labels are listed)`,
    shots: (n) => `${counted(n, 'other draw')} of examples (by other seeds)`,
  },
  nothing: 'No chosen method can be asked otherwise (controls, prompt files and methods that are told a run’s answers have no variants).',
}

export const planSpreadMessages = { zh, en }
