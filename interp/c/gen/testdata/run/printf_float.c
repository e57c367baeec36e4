// Formats of floating numbers, in every form.
#include <stdio.h>
int main(void){
 double v[]={0,-0.0,1,1.5,1.999,0.1,-1e300,5e-324,2.2e-308,3.0000001,1e-310,255.5};
 for(int i=0;i<12;i++){ printf("%a|%.0a|%.1a|%.3a|%20.2a|%-20a|%020a|%+a|% A|%#.0a|%.15a|%G\n",v[i],v[i],v[i],v[i],v[i],v[i],v[i],v[i],v[i],v[i],v[i],v[i]);
 printf("%e|%.0e|%g|%.10g|%#g|%f|%.0f|%#.0f|%08.3f|%+.2e|%G|%10.4g|%-10.4g|%#.3g\n",v[i],v[i],v[i],v[i],v[i],v[i],v[i],v[i],v[i],v[i],v[i],v[i],v[i],v[i]);}
 return 0;}
