/**
 * Uniswap's routers, keyed by chain id, as listed in Uniswap's own packages (`@uniswap/sdk-core` 7.19.4,
 * `@uniswap/universal-router-sdk` 5.13.0), in lower case.
 */
interface Routers {
  readonly v2?: string
  /** The routers for v3 pools: the first one and `SwapRouter02`. */
  readonly v3?: readonly string[]
  /** Universal routers whose steps the preview can read (versions 1.2 and 2.0). */
  readonly universal?: readonly string[]
  /** Later universal routers, whose steps have more parameters. */
  readonly laterUniversal?: readonly string[]
}

export const UNISWAP_ROUTERS: ReadonlyMap<string, Routers> = new Map([
  [
    '1',
    {
      v2: '0x7a250d5630b4cf539739df2c5dacb4c659f2488d',
      v3: ['0xe592427a0aece92de3edee1f18e0157c05861564', '0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45'],
      universal: ['0x3fc91a3afd70395cd496c647d5a6cc9d4b2b7fad', '0x66a9893cc07d91d95644aedd05d03f95e1dba8af'],
      laterUniversal: [
        '0x4c82d1fbfe28c977cbb58d8c7ff8fcf9f70a2cca',
        '0x23617e59a5925b2a4bf75d73ff6711cd0b29de85',
        '0xab863e752bf67d8dcdd929eaae9be9dc83fb3bbb',
      ],
    },
  ],
  [
    '10',
    {
      v2: '0x4a7b5da61326a6379179b40d00f57e5bbdc962c2',
      v3: ['0xe592427a0aece92de3edee1f18e0157c05861564', '0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45'],
      universal: ['0xcb1355ff08ab38bbce60111f1bb2b784be25d7e8', '0x851116d9223fabed8e56c0e6b8ad0c31d98b3507'],
      laterUniversal: ['0x8b844f885672f333bc0042cb669255f93a4c1e6b', '0xc09255d86db563cbc11c2fcf4a0c512e160111b4'],
    },
  ],
  [
    '56',
    {
      v2: '0x4752ba5dbc23f44d87826276bf6fd6b1c372ad24',
      v3: ['0xb971ef87ede563556b2ed4b1c0b0019111dd85d2'],
      universal: ['0x4dae2f939acf50408e13d58534ff8c2776d45265', '0x1906c1d672b88cd1b9ac7593301ca990f94eae07'],
      laterUniversal: ['0x8b844f885672f333bc0042cb669255f93a4c1e6b', '0xdc264714f68d84cf29bc605589405e78bdbe7c9f'],
    },
  ],
  [
    '130',
    {
      v2: '0x284f11109359a7e1306c3e447ef14d38400063ff',
      v3: ['0x73855d06de49d0fe4a9c42636ba96c62da12ff9c'],
      universal: ['0x4d73a4411ca1c660035e4aecc8270e5dddec8c17', '0xef740bf23acae26f6492b10de645d6b98dc8eaf3'],
      laterUniversal: ['0xfdf682f51fe81aa4898f0ae2163d8a55c127fbc7', '0xd1b797d92d87b688193a2b976efc8d577d204343'],
    },
  ],
  [
    '137',
    {
      v2: '0xedf6066a2b290c185783862c7f4776a2c8077ad1',
      v3: ['0xe592427a0aece92de3edee1f18e0157c05861564', '0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45'],
      universal: ['0xec7be89e9d109e7e3fec59c222cf297125fefda2', '0x1095692a6237d83c6a72f3f5efedb9a670c49223'],
      laterUniversal: ['0x8b844f885672f333bc0042cb669255f93a4c1e6b', '0xdc264714f68d84cf29bc605589405e78bdbe7c9f'],
    },
  ],
  [
    '143',
    {
      v2: '0x4b2ab38dbf28d31d467aa8993f6c2585981d6804',
      v3: ['0xfe31f71c1b106eac32f1a19239c9a9a72ddfb900'],
      universal: ['0x0d97dc33264bfc1c226207428a79b26757fb9dc3'],
      laterUniversal: ['0xfdf682f51fe81aa4898f0ae2163d8a55c127fbc7', '0xa6ce4f10d83dbddac17e68e1837ca9ce6a1b596e'],
    },
  ],
  [
    '324',
    { v3: ['0x99c56385dabce3e81d8499d0b8d0257abc07e8a3'], universal: ['0x28731bcc616b5f51dd52cf2e4df0e78dd1136c06'] },
  ],
  [
    '480',
    {
      v2: '0x541ab7c31a119441ef3575f6973277de0ef460bd',
      v3: ['0x091ad9e2e6e5ed44c1c66db50e49a601f9f36cf6'],
      universal: ['0x7a250d5630b4cf539739df2c5dacb4c659f2488d', '0x8ac7bee993bb44dab564ea4bc9ea67bf9eb5e743'],
      laterUniversal: ['0x8b844f885672f333bc0042cb669255f93a4c1e6b', '0xf025e0fe9e331a0ef05c2ad3c4e9c64b625cda6f'],
    },
  ],
  [
    '1301',
    {
      v2: '0x920b806e40a00e02e7d2b94ffc89860fdaed3640',
      v3: ['0xd1aae39293221b77b0c71fbd6dcb7ea29bb5b166'],
      universal: ['0x8909dc15e40173ff4699343b6eb8132c65e18ec6', '0xf70536b3bcc1bd1a972dc186a2cf84cc6da6be5d'],
      laterUniversal: ['0x8b844f885672f333bc0042cb669255f93a4c1e6b', '0xdf38f24fe153761634be942f9d859f3dba857e95'],
    },
  ],
  [
    '1868',
    {
      v2: '0x273f68c234fa55b550b40e563c4a488e0d334320',
      v3: ['0x7e40db01736f88464e5f4e42394f3d5bbb6705b9'],
      universal: ['0x0e2850543f69f678257266e0907ff9a58b3f13de'],
      laterUniversal: ['0x8b844f885672f333bc0042cb669255f93a4c1e6b', '0x661e93cca42afacb172121ef892830ca3b70f08d'],
    },
  ],
  [
    '8453',
    {
      v2: '0x4752ba5dbc23f44d87826276bf6fd6b1c372ad24',
      v3: ['0x2626664c2603336e57b271c5c0b26f421741e481'],
      universal: ['0x3fc91a3afd70395cd496c647d5a6cc9d4b2b7fad', '0x6ff5693b99212da76ad316178a184ab56d299b43'],
      laterUniversal: ['0xfdf682f51fe81aa4898f0ae2163d8a55c127fbc7', '0xd6145b2d3f379919e8cdeda7b97e37c4b2ca9c40'],
    },
  ],
  [
    '10143',
    {
      v2: '0xfb8e1c3b833f9e67a71c859a132cf783b645e436',
      v3: ['0x4c4eabd5fb1d1a7234a48692551eaecff8194ca7'],
      universal: ['0x3ae6d8a282d67893e17aa70ebffb33ee5aa65893'],
    },
  ],
  [
    '42161',
    {
      v2: '0x4752ba5dbc23f44d87826276bf6fd6b1c372ad24',
      v3: ['0xe592427a0aece92de3edee1f18e0157c05861564', '0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45'],
      universal: ['0x5e325eda8064b456f4781070c0738d849c824258', '0xa51afafe0263b40edaef0df8781ea9aa03e381a3'],
      laterUniversal: ['0x8b844f885672f333bc0042cb669255f93a4c1e6b', '0x2d01411773c8c24805306e89a41f7855c3c4fe65'],
    },
  ],
  [
    '42220',
    {
      universal: ['0x643770e279d5d0733f21d6dc03a8efbabf3255b4', '0xcb695bc5d3aa22cad1e6df07801b061a05a0233a'],
      laterUniversal: ['0x8b844f885672f333bc0042cb669255f93a4c1e6b', '0xe2023f3fa515cf070e07fd9d51c1d236e07843f4'],
    },
  ],
  [
    '43114',
    {
      v2: '0x4752ba5dbc23f44d87826276bf6fd6b1c372ad24',
      v3: ['0xbb00ff08d01d300023c629e8ffffcb65a5a578ce'],
      universal: ['0x4dae2f939acf50408e13d58534ff8c2776d45265', '0x94b75331ae8d42c1b61065089b7d48fe14aa73b7'],
      laterUniversal: ['0x8b844f885672f333bc0042cb669255f93a4c1e6b', '0x661e93cca42afacb172121ef892830ca3b70f08d'],
    },
  ],
  [
    '57073',
    {
      v3: ['0x177778f19e89dd1012bdbe603f144088a95c4b53'],
      universal: ['0x112908dac86e20e7241b0927479ea3bf935d1fa0'],
      laterUniversal: ['0x661e93cca42afacb172121ef892830ca3b70f08d', '0x8bbcaeb326ad590521a921c9e457ee09f336b48c'],
    },
  ],
  [
    '59144',
    {
      v2: '0x8702463e73f74d0b6765abceb314ef07acb92650',
      v3: ['0x3d4e44eb1374240ce5f1b871ab261cd16335b76a'],
      universal: ['0x661e93cca42afacb172121ef892830ca3b70f08d'],
      laterUniversal: ['0x8b844f885672f333bc0042cb669255f93a4c1e6b', '0xdc264714f68d84cf29bc605589405e78bdbe7c9f'],
    },
  ],
  [
    '81457',
    {
      v2: '0xbb66eb1c5e875933d44dae661dbd80e5d9b03035',
      v3: ['0x549feb8c9bd4c12ad2ab27022da12492ac452b66'],
      universal: ['0x643770e279d5d0733f21d6dc03a8efbabf3255b4', '0xeabbcb3e8e415306207ef514f660a3f820025be3'],
      laterUniversal: ['0x8b844f885672f333bc0042cb669255f93a4c1e6b', '0x661e93cca42afacb172121ef892830ca3b70f08d'],
    },
  ],
  [
    '84532',
    {
      v2: '0x1689e7b1f10000ae47ebfe339a4f69decd19f602',
      v3: ['0x94cc0aac535ccdb3c01d6787d6413c739ae12bc4'],
      universal: ['0x492e6456d9528771018deb9e87ef7750ef184104'],
      laterUniversal: ['0x8b844f885672f333bc0042cb669255f93a4c1e6b', '0x8702463e73f74d0b6765abceb314ef07acb92650'],
    },
  ],
  ['421614', { v3: ['0x101f443b4d1b059569d643917553c771e1b9663e'] }],
  [
    '7777777',
    {
      v3: ['0x7de04c96be5159c3b5ceffc82aa176dc81281557'],
      universal: ['0x2986d9721a49838ab4297b695858af7f17f38014', '0x3315ef7ca28db74abadc6c44570efdf06b04b020'],
      laterUniversal: ['0xfdf682f51fe81aa4898f0ae2163d8a55c127fbc7', '0xf025e0fe9e331a0ef05c2ad3c4e9c64b625cda6f'],
    },
  ],
  [
    '11155111',
    {
      v2: '0xee567fe1712faf6149d80da1e6934e354124cfe3',
      v3: ['0x3bfa4769fb09eefc5a80d6e87c3b9c650f7ae48e'],
      universal: ['0x3fc91a3afd70395cd496c647d5a6cc9d4b2b7fad', '0x3a9d48ab9751398bbfa63ad67599bb04e4bdf98b'],
      laterUniversal: [
        '0x7dfd4f31be6814d2906bde155c3e1b146eac1468',
        '0x7e4f6c5e954da5c61b3423d81e2277431ac043f3',
        '0x5093f1cded83d99ffed6602da6260672ae16787c',
      ],
    },
  ],
  ['11155420', { v3: ['0x94cc0aac535ccdb3c01d6787d6413c739ae12bc4'] }],
])
