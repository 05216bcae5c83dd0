import type { Bilingual, ChosenField, DerivedField, Label, LabelId, Scheme } from './scheme.ts'

/** The benchmark's scheme (arXiv 2608.10810): labels and the stance table are its facts, the definitions are ours. */

type LabelRow = readonly [id: string, zh: string, definitionZh: string, definitionEn: string, ...aliases: string[]]

function label([id, zh, definitionZh, definitionEn, ...aliases]: LabelRow, group?: Label['group']): Label {
  const plain = { id, name: { zh, en: id }, aliases, definition: { zh: definitionZh, en: definitionEn } }
  return group ? { ...plain, group } : plain
}

const explicit: ChosenField = {
  kind: 'chosen',
  id: 'explicit',
  name: { zh: '字面极性', en: 'Explicit polarity' },
  definition: {
    zh: '只看目标句的字面：用词、表情和语气本身是正面、中性还是负面，不管说话人真正的意思。',
    en: 'The target sentence taken at its word: are its words, emoji and tone positive, neutral or negative, whatever the speaker means.',
  },
  columns: ['explicit_polarity', 'surface_polarity', '显性极性', '表层极性', '显式极性', '字面情感', '表层情感'],
  ordinal: true,
  labels: [
    label(['Positive', '正面', '字面上是夸奖、感谢、高兴、赞同或祝愿', 'on its face praise, thanks, joy, agreement or good wishes', '积极', '正向', '肯定', 'pos', '褒义', '正']),
    label(['Neutral', '中性', '字面上只是陈述、询问或应答，不带褒贬', 'on its face a plain statement, question or reply', '中立', '无', 'neu', '中']),
    label(['Negative', '负面', '字面上是批评、抱怨、难过、拒绝或辱骂', 'on its face criticism, complaint, sorrow, refusal or abuse', '消极', '负向', '否定', 'neg', '贬义', '负']),
  ],
}

const implicit: ChosenField = {
  kind: 'chosen',
  id: 'implicit',
  name: { zh: '隐含极性', en: 'Implicit polarity' },
  definition: {
    zh: '结合场景和上文：说话人真正的态度或情绪是正面、中性还是负面。',
    en: 'With scene and context: is what the speaker really feels or thinks positive, neutral or negative.',
  },
  columns: ['implicit_polarity', 'deep_polarity', '隐性极性', '深层极性', '隐式极性', '真实情感', '深层情感'],
  ordinal: true,
  labels: [
    label(['Positive', '正面', '其实是喜欢、关心、满意、期待或支持', 'really fondness, care, content, hope or support', '积极', '正向', '肯定', 'pos', '褒义', '正']),
    label(['Neutral', '中性', '其实没有明显的好恶，只是走流程、传达或客套', 'really no liking or dislike: routine, relay or courtesy', '中立', '无', 'neu', '中']),
    label(['Negative', '负面', '其实是不满、讽刺、难过、担忧、抗拒或轻蔑', 'really displeasure, sarcasm, sorrow, worry, resistance or contempt', '消极', '负向', '否定', 'neg', '贬义', '负']),
  ],
}

const stance: DerivedField = {
  kind: 'derived',
  id: 'stance',
  name: { zh: '情感立场', en: 'Affective stance' },
  definition: {
    // every method is told it, the controls too: it must not say where a stance comes from
    zh: '说话人说这句话时表现出的情感立场。',
    en: 'The affective stance that the speaker takes in saying it.',
  },
  columns: ['affective_stance', '立场', '情感立场'],
  labels: [
    label(['Positive', '一致性正面', '说的是好话，心里也是好意', 'kind words, kindly meant', 'Aligned Positive', 'Consistent Positive', '一致正面', '正面']),
    label(['Formulaic Positive', '程式化正面', '嘴上是好话，其实只是客套或流程', 'kind words by habit or routine, nothing felt', '程式化积极', '客套正面']),
    label(['Sarcastic Negative', '反讽性负面', '嘴上是好话，其实是讽刺、不满或苦涩', 'kind words that mock, resent or hide bitterness', '反讽', '反讽负面', '讽刺性负面']),
    label(['Understated Positive', '含蓄正面', '话说得平淡，心里其实是关心、满意或期待', 'plain words with care, content or hope behind them', '含蓄积极', '隐含正面']),
    label(['Neutral', '中性', '话说得平淡，心里也没有好恶', 'plain words, plainly meant', '中立', '一致性中性']),
    {
      ...label(['Veiled Negative', '隐晦负面', '话说得平淡，心里其实是不满、担忧或抗拒', 'plain words with displeasure, worry or resistance behind them', '隐晦消极', '隐含负面']),
      doubt: {
        zh: '基准的审核发现，这一类被抽查的样本有 62% 有问题；两个模型一致的那部分标注没有人复核过。',
        en: 'in the benchmark’s audit 62% of the sampled instances of this class were problematic, and the gold on which two models agreed was never reviewed.',
      },
    },
    label(['Affiliative Positive', '亲和性正面', '嘴上是骂是嫌，其实是亲昵、关心或支持', 'scolding or grumbling out of affection, care or support', '亲和正面', '亲昵正面']),
    label(['Reportive Negative', '报道性负面', '说的是坏事，自己却只是转述，不带情绪', 'bad news merely reported, without feeling of one’s own', '报道负面', '转述性负面']),
    label(['Negative', '一致性负面', '说的是坏话，心里也是不满或难过', 'harsh or sad words, meant so', 'Aligned Negative', 'Consistent Negative', '一致负面', '负面']),
  ],
  from: ['explicit', 'implicit'],
  table: [
    { given: ['Positive', 'Positive'], label: 'Positive' },
    { given: ['Positive', 'Neutral'], label: 'Formulaic Positive' },
    { given: ['Positive', 'Negative'], label: 'Sarcastic Negative' },
    { given: ['Neutral', 'Positive'], label: 'Understated Positive' },
    { given: ['Neutral', 'Neutral'], label: 'Neutral' },
    { given: ['Neutral', 'Negative'], label: 'Veiled Negative' },
    { given: ['Negative', 'Positive'], label: 'Affiliative Positive' },
    { given: ['Negative', 'Neutral'], label: 'Reportive Negative' },
    { given: ['Negative', 'Negative'], label: 'Negative' },
  ],
}

const intent: ChosenField = {
  kind: 'chosen',
  id: 'intent',
  name: { zh: '语用意图', en: 'Pragmatic intent' },
  definition: {
    zh: '说话人用这句话在做什么。',
    en: 'What the speaker does by saying it.',
  },
  columns: ['pragmatic_intent', '意图', '语用意图'],
  labels: [
    label(['Authenticity', '真情', '直接说出真实的感受或看法', 'says outright what is felt or thought', '真诚', '真情流露', '真实表达']),
    label(['Politeness', '礼貌', '照顾对方面子，客气、委婉或顾全关系', 'minds the other’s face: courteous, tactful, keeping the peace', '客气', '礼貌客套']),
    label(['Suppression', '压抑', '把真实情绪压下去，轻描淡写或强装没事', 'holds the real feeling down: plays it down, pretends to be fine', '压制', '克制', '隐忍']),
    label(['Irony', '反讽', '说反话来讽刺或批评', 'says the opposite in order to mock or criticise', '讽刺', '反语']),
    label(['Resistance', '抵抗', '拒绝、顶撞、质疑或消极抵抗', 'refuses, talks back, challenges or drags the feet', '抵触', '抗拒', '反抗']),
    label(['Functional', '功能', '只为办事：询问、通知、确认、指示', 'gets something done: asks, informs, confirms, instructs', '功能性', '事务性']),
    label(['Humor', '幽默', '开玩笑、调侃或自嘲，图个乐', 'jokes, teases or laughs at oneself, for fun', 'Humour', '玩笑', '调侃']),
    label(['Empathy', '共情', '理解、安慰或支持对方的感受', 'understands, comforts or supports the other’s feelings', '同理', '同情', '安慰']),
  ],
}

const group = {
  positive: { zh: '积极', en: 'Positive' },
  defensive: { zh: '防御', en: 'Defensive' },
  low: { zh: '低能量消极', en: 'Low-energy negative' },
  antagonistic: { zh: '对抗', en: 'Antagonistic' },
  interpersonal: { zh: '人际', en: 'Interpersonal' },
  grey: { zh: '灰色', en: 'Grey' },
  neutral: { zh: '中性', en: 'Neutral' },
}

const emotion: ChosenField = {
  kind: 'chosen',
  id: 'emotion',
  name: { zh: '细粒度情绪', en: 'Fine-grained emotion' },
  definition: {
    zh: '说话人说这句话时最主要的真实情绪。',
    en: 'The strongest feeling that the speaker really has while saying it.',
  },
  columns: ['fine_grained_emotion', '情绪', '情感', '细粒度情绪'],
  labels: [
    label(['Love', '爱意', '喜爱、亲昵、心疼', 'affection, tenderness', '爱', '喜爱'], group.positive),
    label(['Delight', '欣喜', '高兴、开心、惊喜', 'joy, pleasure', 'Joy', '喜悦', '开心', '高兴'], group.positive),
    label(['Pride', '骄傲', '为自己或自己人得意', 'proud of oneself or one’s own', '自豪'], group.positive),
    label(['Optimism', '积极', '乐观、有信心', 'confident that it will be well', '乐观'], group.positive),
    label(['Hope', '企盼', '盼望某事发生', 'longs for something to come', '希望', '期盼', '期待'], group.positive),
    label(['Curiosity', '好奇', '想知道、想打听', 'wants to know', '好奇心'], group.positive),
    label(['Submission', '敬服', '顺从、听话、恭敬', 'obliging, deferential', '顺从', '服从'], group.defensive),
    label(['Awe', '敬畏', '又敬又怕，被震住', 'overawed, with respect and some fear', '敬仰'], group.defensive),
    label(['Anxiety', '焦虑', '担心、紧张、不安', 'worry, nervousness', '担忧', '不安'], group.defensive),
    label(['Despair', '绝望', '觉得没有希望、没有办法', 'sees no hope and no way out', '无望'], group.low),
    label(['Pessimism', '消沉', '灰心、提不起劲、不看好', 'downhearted, expects nothing good', '悲观'], group.low),
    label(['Shame', '羞耻', '丢脸、难为情', 'disgraced or embarrassed', '羞愧', '尴尬'], group.low),
    label(['Guilt', '愧疚', '觉得对不起别人', 'feels in the wrong towards somebody', '内疚'], group.low),
    label(['Remorse', '悔恨', '后悔做过或没做某事', 'wishes to have acted otherwise', '后悔'], group.low),
    label(['Disappointment', '失望', '落空，不如预期', 'let down, hoped for more', '失落'], group.low),
    label(['Outrage', '震怒', '愤怒、气愤', 'anger', 'Anger', '愤怒', '生气'], group.antagonistic),
    label(['Aggression', '敌意', '想攻击、针对对方', 'wants to attack the other', '攻击性', '攻击'], group.antagonistic),
    label(['Contempt', '蔑视', '看不起、不屑', 'looks down on somebody', '鄙视', '轻蔑', '不屑'], group.antagonistic),
    label(['Dominance', '优越感', '居高临下、压人一头', 'lords it over the other', '支配', '支配感'], group.antagonistic),
    label(['Envy', '嫉妒', '羡慕又不平', 'begrudges what another has', '羡慕', '妒忌'], group.interpersonal),
    label(['Cynicism', '愤世嫉俗', '不信有好人好事，冷眼嘲世', 'believes in no good motive, sneers at the world', '犬儒'], group.interpersonal),
    label(['Morbidness', '猎奇', '对惨事怪事看热闹', 'relishes the gruesome or the odd', '病态好奇'], group.interpersonal),
    label(['Unbelief', '惊愕', '惊讶、不敢相信', 'astonished, cannot believe it', 'Surprise', '惊讶', '震惊', '不信'], group.interpersonal),
    label(['Sentimentality', '伤感', '怀念、感伤、淡淡的难过', 'wistful, nostalgic, gently sad', '感伤', '怀旧'], group.grey),
    label(['Neutral', '中性', '没有明显情绪', 'no marked feeling', '平静', '无', 'Neutral/None'], group.neutral),
  ],
}

export const builtInScheme: Scheme = {
  id: 'stance-matrix',
  version: 1,
  name: { zh: '显隐立场', en: 'Explicit-implicit stance' },
  fields: [explicit, implicit, stance, intent, emotion],
  matrix: 'stance',
}

/** A sentence of each stance, made up to explain the matrix. */
export const stanceExamples: Readonly<Record<LabelId, Bilingual>> = {
  Positive: { zh: '你能来，我太高兴了！', en: '“I’m so glad you came!”' },
  'Formulaic Positive': { zh: '感谢来电，祝您生活愉快。', en: '“Thank you for calling, have a nice day.”' },
  'Sarcastic Negative': { zh: '您可真准时，才晚俩小时。', en: '“How punctual: only two hours late.”' },
  'Understated Positive': { zh: '到家了说一声。', en: '“Text me when you’re home.”' },
  Neutral: { zh: '周三下午三点开会。', en: '“The meeting is on Wednesday at three.”' },
  'Veiled Negative': { zh: '哦，那你定吧。', en: '“Oh. You decide, then.”' },
  'Affiliative Positive': { zh: '傻瓜，又不吃早饭！', en: '“You fool, no breakfast again!”' },
  'Reportive Negative': { zh: '昨晚暴雨，三条地铁停运。', en: '“Last night’s storm stopped three metro lines.”' },
  Negative: { zh: '太差了，再也不来了。', en: '“Awful. Never again.”' },
}
