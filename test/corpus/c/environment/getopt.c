// args: -v --scale=2.5 -n 7 -output result.txt --level first "two words" -- -x
// getopt_long_only with required, optional and missing arguments, and the remaining words.
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char *argv[]) {
  const struct option options[] = {{"verbose", no_argument, NULL, 'v'},
                                   {"scale", required_argument, NULL, 's'},
                                   {"output", required_argument, NULL, 'o'},
                                   {"level", optional_argument, NULL, 'l'},
                                   {NULL, 0, NULL, 0}};
  int option, index = -1;
  while ((option = getopt_long_only(argc, argv, "vn:s:o:l::", options, &index)) != -1) {
    switch (option) {
      case 'v': printf("verbose\n"); break;
      case 'n': printf("n %d\n", atoi(optarg)); break;
      case 's': printf("scale %.3f\n", atof(optarg)); break;
      case 'o': printf("output %s\n", optarg); break;
      case 'l': printf("level %s\n", optarg ? optarg : "(default)"); break;
      default: printf("unknown\n");
    }
  }
  for (int i = optind; i < argc; i++) printf("rest %s\n", argv[i]);
  return 0;
}
