; What containers are made of whose results are pairs.

declare i64 @__fp_rehash(ptr, i64, i64, i64)

define { i8, i64 } @_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm(ptr %policy, i64 %buckets, i64 %elements, i64 %more) alwaysinline nounwind {
  %n = call i64 @__fp_rehash(ptr %policy, i64 %buckets, i64 %elements, i64 %more)
  %is = icmp ne i64 %n, 0
  %byte = zext i1 %is to i8
  %half = insertvalue { i8, i64 } undef, i8 %byte, 0
  %pair = insertvalue { i8, i64 } %half, i64 %n, 1
  ret { i8, i64 } %pair
}
