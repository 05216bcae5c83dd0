const zh = {
  title: '换一种问法',
  text: '好结果可能只是碰巧的措辞。选了就给每个方法各加几次运行：同样的定义换说法、换标签顺序（少样本则换一批示例）。结果里“换问法”一页把散布和抽样区间放在一起。',
  each: '每种换几次',
  none: '不换',
  times: (n: string) => `各 ${n} 次`,
  added: (n: string) => `多出 ${n} 次运行；它们不进比较的家族。`,
  nothing: '选中的方法没有可换的问法（对照没有；按标签逐个取的示例换种子也不变）。',
}

const en: typeof zh = {
  title: 'Ask otherwise too',
  text: 'A good figure may owe itself to one wording. Chosen, this adds some runs to each method: the same definitions in other words, with labels in another order (for few-shot methods, with other examples). The results’ part “Asked otherwise” sets their spread beside the sampling interval.',
  each: 'How many of each',
  none: 'none',
  times: (n) => `${n} of each`,
  added: (n) => `Runs added: ${n}. They are no part of the family of comparisons.`,
  nothing: 'No chosen method can be asked otherwise (controls have no variants).',
}

export const planSpreadMessages = { zh, en }
