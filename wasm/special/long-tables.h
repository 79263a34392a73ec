// Constants for the 113-bit functions, as sums of two numbers where a single number is not enough. They were computed
// with 400 bits.
#pragma once
#include "pair.h"

// Parts of ln 2: the product of the first part and a 15-bit integer is exact.
static const ux_pair LN2 = {0x0.b17217f7d1cf79abc9e3b398p0L, 0x0.fcbdabd03cd0c99ca62d8b628346p-102L};
// ln 10
static const ux_pair LN10 = {0x0.935d8dddaaa8ac16ea56d62b82d3p2L, 0x0.a28e28fecf9da5df90e83c61e82p-114L};
// 1 / ln 2
static const ux_pair INVERSE_LN2 = {0x0.b8aa3b295c17f0bbbe87fed0691dp1L, 0x0.fa23ad5deaa375a569622c9459b38p-113L};
// 1 / ln 10
static const ux_pair INVERSE_LN10 = {0x0.de5bd8a937287195355baaafad34p-1L, -0x0.8f370472e7f6e8d977f717034aecp-115L};

// The values of ln(j / 64) from j = 45 onwards.
enum { FIRST_LOG = 45 };
static const ux_pair LOGS[] = {
    {-0x0.b45641f4e350a0d32756eba00bc3p-1L, -0x0.e5de01f4e392479fd921e09a5d21p-115L},
    {-0x0.a9157039c51ebe708164c759686ap-1L, -0x0.88231891aabe680af38e6bd4f8738p-115L},
    {-0x0.9e1293b9998c1daa5b035eae273a8p-1L, -0x0.abdeb0305c9b60c4c38e7b68efb1p-118L},
    {-0x0.934b1089a6dc93c1df5bb3b60555p-1L, 0x0.f573c2dbc8cd2af2195297dc03338p-116L},
    {-0x0.88bc74113f23def19c5a0fe396f4p-1L, -0x0.f1dda8fec3c24b78a37bf07ed54cp-117L},
    {-0x0.fcc8e3659d9bcbecca0cdf3014318p-2L, -0x0.d83b2276e3e4f3d32caa82aaf70cp-116L},
    {-0x0.e881bf932af3dac0c524848e3444p-2L, 0x0.fe01eea138090c88e573605be7bap-117L},
    {-0x0.d49f69e456cf1b795f53bd2e406e8p-2L, 0x0.c8c473ba838585d2308c09f942028p-117L},
    {-0x0.c11e0b2a8d1e0ddb9a631e830fd3p-2L, -0x0.903d59edb68f6b3f63b9ede162edp-118L},
    {-0x0.adfa035aa1ed8fdc149767e410318p-2L, 0x0.969eaf8f199d54c35da0d0cafea7p-117L},
    {-0x0.9b2fe580ac80b17d411a5b944aca8p-2L, -0x0.e1036019f92ad35d9fb1969704be8p-119L},
    {-0x0.88bc74113f23def19c5a0fe396f4p-2L, -0x0.f1dda8fec3c24b78a37bf07ed54cp-118L},
    {-0x0.ed393b1c223512803f4e2e660318p-3L, 0x0.aa823145fc5a1460f8dd4557e1428p-117L},
    {-0x0.c99af2eaca4c4570eaf51f6669288p-3L, 0x0.ed194f9a01a1d0208c76c69e281bp-117L},
    {-0x0.a6988ae903f562ed3e858f08597bp-3L, -0x0.e9a53b6f27ee4af079a904ade2cd8p-117L},
    {-0x0.842cc5acf1d034451fecdfa819b98p-3L, 0x0.fb40e4e9c0391738d1a69bbd0a278p-118L},
    {-0x0.c4a550a4fd9a19a8be97660a23cc8p-4L, 0x0.afcb9f93ac8f2bcc45b47923c43e8p-118L},
    {-0x0.820aec4f3a222380b9e3aea6c445p-4L, 0x0.87c7cf6621ecd07e788cbdcf6bcfp-119L},
    {-0x0.8102b2c49ac23a4f91d082dce3dep-5L, 0x0.cb2155609887648b64f6a34e3668p-119L},
    {0, 0},
    {0x0.fe054587e01f1e7cf6d3a69bd5ea8p-6L, 0x0.dbeb03be903ddc5335d140fe0577p-120L},
    {0x0.fc14d873c1980267c7e09e3de454p-5L, -0x0.a2a20a3d6644194a5c412714e039p-121L},
    {0x0.bba2c7b196e7e231a7950f7252c18p-4L, -0x0.e1b2047f26abb139a7c14c590a2ep-119L},
    {0x0.f85186008b15330be64b8b7759978p-4L, 0x0.98d3474d3375b5259671851f0a97p-120L},
    {0x0.9a0ebcb0de8e8494cc1bb082689b8p-3L, 0x0.a04341d94b6f08cf2a1cc207100b8p-117L},
    {0x0.b78694572b5a5cdf24cdcf68cdb2p-3L, 0x0.ce50c1ef65087fdf23812f38a0348p-120L},
    {0x0.d49369d256ab1b285e9154e1d526p-3L, 0x0.f353ecfc45da731a03bd5623f485p-117L},
    {0x0.f1383b7157972f4f543fff0ff4f08p-3L, 0x0.abb729d78802fedf2afba112f84p-117L},
    {0x0.86bbf3e68472cb34bb8bd20615748p-2L, -0x0.edecd2c09cbf1e7c41dfce3a5e5dp-118L},
    {0x0.94aa97c0ffa91a602ee3880fb7d38p-2L, -0x0.ef60436f8f081d60452c9fc0dd92p-116L},
    {0x0.a2695b665be8f33e9eca87c3f0f08p-2L, -0x0.efa6a0cdd1613eab60fe93fafc3f8p-117L},
    {0x0.aff983853c9e9e439f105039091ep-2L, -0x0.a032aa38caa020c19ce3f53012928p-116L},
    {0x0.bd5c481086c848df1b596b50304p-2L, 0x0.c8ffc2929b1021656aec62cba0778p-116L},
    {0x0.ca92d4e7a2b5a3b20983a9c5c4b38p-2L, 0x0.c4ca0bed3cf7176694713daa19ed8p-116L},
    {0x0.d79e4a7405ff96c67300c9be67ae8p-2L, -0x0.8989647465a2af35eb589dd14dap-116L},
    {0x0.e47fbe3cd4d10d612ec0f797fdcdp-2L, 0x0.92b8ecbd4e8235b8362e1e267eac8p-117L},
    {0x0.f1383b7157972f4f543fff0ff4f08p-2L, 0x0.abb729d78802fedf2afba112f84p-116L},
    {0x0.fdc8c36af1f1546aaa3361bca6968p-2L, -0x0.bedbfa7bbaa4dd37e84e9a08b2a98p-116L},
    {0x0.851927139c871afb9fbd00c38062p-1L, -0x0.eb90fe52820fb4690e4910e2f11cp-115L},
    {0x0.8b3ae55d5d30701ce63eab883717p-1L, 0x0.8fc19f41290f067d4d30f2370e658p-118L},
    {0x0.914a0fde7bcb2d121429ed3aea198p-1L, -0x0.b45954b2161e27462e07626b4001p-118L},
    {0x0.974715d708e984e16648d42840dap-1L, -0x0.c848852904dd90eadecb30d98aadp-116L},
    {0x0.9d3262ab4a2f4e3979ae6ba06847p-1L, -0x0.a42e188c0feb0dc8f665900dcc188p-118L},
    {0x0.a30c5e10e2f613e85bd9bd99e39ap-1L, 0x0.82bb966926005a21c9e5af75aae58p-115L},
    {0x0.a8d56c396fc1684e49eb067d578c8p-1L, -0x0.e2b0b0ca834051f6a0ef032d1d288p-115L},
    {0x0.ae8dedfac04e52846c707b8ffc228p-1L, 0x0.cf9c05a535a14d25d84a6fce5dbbp-115L},
    {0x0.b43640f4d8a5762215f080a71c348p-1L, 0x0.c96f6f68e19caccb291fd4d730b38p-115L},
};

// The spacing h of the points at which the integral for erfc is summed.
#define ERFC_STEP 0.34375L
// e^(-(k h)^2) from k = 1 onwards.
static const ux_extended GAUSSIANS[] = {
    0x0.e37807afe9ebf46b67ac49a91c878p0L,
    0x0.9f937e1d211d0b166c2a9c5a5c14p0L,
    0x0.b0c50e9df6a94a5dba6fce7ca9908p-1L,
    0x0.9a99d30acf861ecb67963ed6f18b8p-2L,
    0x0.d581849549a9f33bd76bf2047f628p-4L,
    0x0.e8cb48b3e23d2eafa5d3a9d4b7f38p-6L,
    0x0.c8666c67bd6f46cca107ee44d346p-8L,
    0x0.883411121beb2abf9d314620bc4ep-10L,
    0x0.922cb1ee48c63518dd8beb4310928p-13L,
    0x0.f7b6aee098799c1a2568e2860baa8p-17L,
    0x0.a5b70ac2544b873c11484ea478378p-20L,
    0x0.af0d636f6f7e4f1feaf2c4c7797d8p-24L,
    0x0.91feb423cf5aa3587f0443d6dc2c8p-28L,
    0x0.c044037232fee5317ecdc5030bc58p-33L,
    0x0.c7e8655bad65fa4d9efdb30df65e8p-38L,
    0x0.a41ade808520d97ab2b43c666b4dp-43L,
    0x0.d4b83cc3bb39861b0678d7df36a4p-49L,
    0x0.d9b318e7f6fea876ecb0d4d802c5p-55L,
    0x0.afe6ff1459585390241a16050d3ep-61L,
    0x0.e06de669f56605eeac7d2b9208a58p-68L,
    0x0.e2130ff534105060a225fbb9863ep-75L,
    0x0.b3cc90732ec36e45685ccf62502c8p-82L,
    0x0.e1cbee8b870e9251a4fbb6331c31p-90L,
    0x0.dfe0c2d4250f954f16baf2c089868p-98L,
    0x0.af412a90e8c5140e4614acc4f8cfp-106L,
    0x0.d8a19eb46102da625ad1fa7e8dfb8p-115L,
};
