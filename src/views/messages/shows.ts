import type { AddressOf } from '../../state/address.ts'

type OfResults = Readonly<Partial<Record<AddressOf<'results'>['view'], string>>>

const viewsZh: OfResults = {
  overview: '这次运行在各任务上的分数，带条数和 95% 区间。分数说的是这批样本、这种问法；标注本身的错不在区间里。',
  classes: '每个标签各答得怎样。样本少的标签区间很宽，不要排名；总分在“总览”。',
  confusion: '标注的标签各被答成了什么，点格子看样本。为什么错，表里看不出来，要看样本。',
  samples: '一条一条看原文、标注、答案和概率。几条样本说明不了整体。',
}

const viewsEn: OfResults = {
  overview: 'This run’s scores by task, with n and 95% intervals. They are of these samples asked in this way; errors of the gold itself are not in the intervals.',
  classes: 'How well each label is answered. Labels of few samples have wide intervals: do not rank them. Scores over all labels are under “Overview”.',
  confusion: 'What each gold label was answered with; a cell leads to its samples. Why, no table tells: the samples may.',
  samples: 'Text, gold, answer and probabilities, one sample at a time. A few samples say nothing of the whole.',
}

/** What each screen shows and what it does not, in a sentence; screens that are made of tables with texts of their own are not here. */
const zh = {
  data: '数据集只存在这个浏览器里。这里看得到读进来了什么、哪些行没读进来；标注对不对，这里看不出来。',
  model: '这里看模型的来历和成绩，载入它，试一句话。成绩只对所列的数据成立；在你的数据上怎样，要跑了才知道。',
  run: '这里看计划跑到哪里、答了什么。跑完之前的数字只是中途的，别拿来下结论。',
  results: '一行一次运行，点进去看数字。不同数据、不同样本上的数字不能直接相比。',
  views: viewsZh,
  notAnswered: (field: string) => `这次运行没有答“${field}”`,
  notAnsweredText: '它没有被问，或者是告诉模型的。换一个字段，或在上面换一次运行。',
}

const en: typeof zh = {
  data: 'Datasets live in this browser alone. This screen shows what was read and which rows were not; whether the labels are right it cannot tell.',
  model: 'Where a model comes from, what it reaches, loading it, and a sentence to try. Its figures hold for the data named with them; what it does on yours, a run tells.',
  run: 'How far a plan is and what was answered. Figures before its end are interim: nothing should be concluded from them.',
  results: 'A line is a run and leads to its figures. Figures over different data or samples cannot be set against each other.',
  views: viewsEn,
  notAnswered: (field) => `This run does not answer “${field}”`,
  notAnsweredText: 'It was not asked, or the model was told it. Choose another field, or another run above.',
}

export const showsMessages = { zh, en }
